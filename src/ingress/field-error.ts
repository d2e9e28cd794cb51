/** A validation error in the words of the API machinery, with its location in the object. */
export interface FieldError {
  readonly text: string;
  readonly pointer: string;
}

/**
 * Returns the error `<path>: Invalid value: <value>: <problem>`. The path is in API notation, such as `spec.tls.key`.
 */
export function invalid(path: string, value: string | number, problem: string): FieldError {
  const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return { text: `${path}: Invalid value: ${shown}: ${problem}`, pointer: pointerOf(path) };
}

/** Returns the error `<path>: Required value`. */
export function required(path: string, problem = ''): FieldError {
  return { text: `${path}: Required value${problem === '' ? '' : `: ${problem}`}`, pointer: pointerOf(path) };
}

/** Returns the error `<path>: Unsupported value: <value>: supported values: …`. */
export function unsupported(path: string, value: string, supported: readonly string[]): FieldError {
  const values = supported.map((one) => JSON.stringify(one)).join(', ');
  return {
    text: `${path}: Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`,
    pointer: pointerOf(path),
  };
}

/** Returns the error `<path>: Forbidden: <problem>`. */
export function forbidden(path: string, problem: string): FieldError {
  return { text: `${path}: Forbidden: ${problem}`, pointer: pointerOf(path) };
}

/** Returns the error `<path>: Not found: <what>`. */
export function notFound(path: string, what: string): FieldError {
  return { text: `${path}: Not found: ${JSON.stringify(what)}`, pointer: pointerOf(path) };
}

/** Returns the error `<path>: Duplicate value: <value>`. */
export function duplicate(path: string, value: string): FieldError {
  return { text: `${path}: Duplicate value: ${JSON.stringify(value)}`, pointer: pointerOf(path) };
}

/** Returns one error unchanged, several as a list, like an aggregate of apimachinery. */
export function joinErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(({ text }) => text))];
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
}

function pointerOf(path: string): string {
  return `/${path.replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
}
