import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

const FORM = 'write `# weir:ignore CODE reason until=YYYY-MM-DD`; the date may be left out';

/** What can be wrong with comments that ignore findings. */
export const messages = {
  unknownFinding: defineFinding<[code: string, meant: string | undefined]>({
    code: 'ignore/unknown-finding',
    severity: 'warning',
    summary: 'A comment ignores a finding that does not exist.',
    why: 'It has no effect.',
    fix: FORM,
    message: (code) => (code === '' ? 'the comment names no finding' : `there is no finding ${quote(code)}`),
    help: (_code, meant) => (meant === undefined ? FORM : `did you mean '${meant}'?`),
  }),
  noReason: defineFinding({
    code: 'ignore/no-reason',
    severity: 'warning',
    summary: 'A comment ignores a finding and does not say why.',
    why: 'Whoever reads it next cannot tell whether the reason still holds.',
    fix: FORM,
    message: (code: string) => `${code} is ignored without a reason`,
  }),
  badDate: defineFinding({
    code: 'ignore/bad-date',
    severity: 'warning',
    summary: 'The date up to which a comment ignores a finding is none.',
    why: 'The comment has no effect: nobody can tell whether it still holds.',
    fix: 'write the last day as YYYY-MM-DD, for example until=2027-01-01',
    message: (text: string) => `${quote(text)} is not a date`,
  }),
  expired: defineFinding({
    code: 'ignore/expired',
    severity: 'warning',
    summary: 'The last day of a comment that ignores a finding has passed.',
    why: 'The finding is reported again.',
    fix: 'fix the finding, or set a new date',
    message: (code: string, until: string) => `${code} was to be ignored until ${until}`,
  }),
  unused: defineFinding({
    code: 'ignore/unused',
    severity: 'warning',
    summary: 'A comment ignores a finding that is not reported there.',
    why: 'It would hide the finding if it came back.',
    fix: 'remove the comment, or put it on the line that the finding shows, on the one before, or before the first line of the object',
    message: (code: string) => `there is no ${code} here to ignore`,
  }),
  ofError: defineFinding({
    code: 'ignore/error',
    severity: 'warning',
    summary: 'A comment ignores an error, or a broken expectation.',
    why: 'Both count whatever anybody thinks of them: an error leaves no sound output.',
    fix: 'fix the finding and remove the comment',
    message: (code: string) => `${code} cannot be ignored here`,
  }),
};
