import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

const FORM = 'use `# weir:ignore CODE reason until=YYYY-MM-DD`, the date is optional';

/** What can be wrong with comments that ignore findings. */
export const messages = {
  unknownFinding: defineFinding<[code: string, meant: string | undefined]>({
    code: 'ignore/unknown-finding',
    severity: 'warning',
    summary: 'A comment ignores an unknown finding.',
    why: 'The comment has no effect.',
    fix: FORM,
    message: (code) => (code === '' ? 'missing finding code' : `unknown finding ${quote(code)}`),
    help: (_code, meant) => (meant === undefined ? FORM : `did you mean '${meant}'?`),
  }),
  noReason: defineFinding({
    code: 'ignore/no-reason',
    severity: 'warning',
    summary: 'A comment ignores a finding without a reason.',
    why: 'Reviewers cannot determine whether the comment is still needed.',
    fix: FORM,
    message: (code: string) => `missing reason for ignoring ${code}`,
  }),
  badDate: defineFinding({
    code: 'ignore/bad-date',
    severity: 'warning',
    summary: 'The expiry date of a comment that ignores a finding is invalid.',
    why: 'The comment has no effect.',
    fix: 'use YYYY-MM-DD, for example until=2027-01-01',
    message: (text: string) => `until is ${quote(text)}, expected a date`,
  }),
  expired: defineFinding({
    code: 'ignore/expired',
    severity: 'warning',
    summary: 'A comment that ignores a finding has expired.',
    why: 'The finding is reported again.',
    fix: 'fix the finding, or set a new date',
    message: (code: string, until: string) => `the comment that ignores ${code} expired on ${until}`,
  }),
  unused: defineFinding({
    code: 'ignore/unused',
    severity: 'warning',
    summary: 'A comment ignores a finding that is not reported there.',
    why: 'The comment hides the finding if it is reported later.',
    fix: 'remove the comment, or move it to the line of the finding, the line before, or before the first line of the object',
    message: (code: string) => `${code} is not reported here, so the comment has no effect`,
  }),
  ofError: defineFinding({
    code: 'ignore/error',
    severity: 'warning',
    summary: 'A comment ignores an error or a failed expectation.',
    why: 'Errors and failed expectations cannot be ignored.',
    fix: 'fix the finding and remove the comment',
    message: (code: string) => `${code} cannot be ignored`,
  }),
};
