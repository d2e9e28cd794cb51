// Splits every change of a zone into transactions of a few operations, as those of a large cluster are: a loader for the
// modules of `build` that replaces the limits.
import { register } from 'node:module';

const limits = Number(process.env.WEIR_TEST_OPERATIONS);
const hooks = `
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/build/apply/northbound/target.js')) return loaded;
  const text = String(loaded.source);
  const source = text.replaceAll(/operations: (500000|500_000|2000)\\b/g, 'operations: ${limits}');
  if (source === text) throw new Error('the limits of transactions are not there');
  return { ...loaded, source };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
