import type { Finding, Severity } from '../model/diagnostic.js';

/** Says one thing about a subject: a fact in words (the last part of its code), a message and what to do about it. */
export type SayFinding = (fact: string, severity: Severity, message: string, help: string) => Finding;

/** How the findings about a subject are said: their codes are `<subject>/<fact>`. */
export function findingsOf(subject: string): SayFinding {
  return (fact, severity, message, help) => ({ code: `${subject}/${fact}`, severity, message, help });
}
