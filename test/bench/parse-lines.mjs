// What every reader of flows is compared with: JSON.parse on each line of a file, which is read in pieces, and nothing else.
import { openSync, readSync } from 'node:fs';

const LINE_FEED = 10;
const bytes = Buffer.allocUnsafe(2 ** 22);
const file = openSync(process.argv[2]);
let kept = 0;
for (let count = readSync(file, bytes, { offset: kept }); count > 0; count = readSync(file, bytes, { offset: kept })) {
  const end = kept + count;
  let start = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, start)) {
    JSON.parse(bytes.toString('utf8', start, at));
    start = at + 1;
  }
  bytes.copy(bytes, 0, start, end);
  kept = end - start;
}
