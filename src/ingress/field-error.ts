/** An error of validation in the words of the API machinery, and where it is in the object. */
export interface FieldError {
  readonly text: string;
  readonly pointer: string;
}

/** `<path>: Invalid value: <value>: <problem>`. The path is as the API writes it: `spec.tls.key`. */
export function invalid(path: string, value: string | number, problem: string): FieldError {
  const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return { text: `${path}: Invalid value: ${shown}: ${problem}`, pointer: pointerOf(path) };
}

/** `<path>: Required value`. */
export function required(path: string, problem = ''): FieldError {
  return { text: `${path}: Required value${problem === '' ? '' : `: ${problem}`}`, pointer: pointerOf(path) };
}

/** `<path>: Unsupported value: <value>: supported values: …`. */
export function unsupported(path: string, value: string, supported: readonly string[]): FieldError {
  const values = supported.map((one) => JSON.stringify(one)).join(', ');
  return {
    text: `${path}: Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`,
    pointer: pointerOf(path),
  };
}

/** `<path>: Forbidden: <problem>`. */
export function forbidden(path: string, problem: string): FieldError {
  return { text: `${path}: Forbidden: ${problem}`, pointer: pointerOf(path) };
}

/** `<path>: Not found: <what>`. */
export function notFound(path: string, what: string): FieldError {
  return { text: `${path}: Not found: ${JSON.stringify(what)}`, pointer: pointerOf(path) };
}

/** `<path>: Duplicate value: <value>`. */
export function duplicate(path: string, value: string): FieldError {
  return { text: `${path}: Duplicate value: ${JSON.stringify(value)}`, pointer: pointerOf(path) };
}

/** One error as it is, several as a list (apimachinery's aggregate). */
export function joinErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(({ text }) => text))];
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
}

function pointerOf(path: string): string {
  return `/${path.replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
}
