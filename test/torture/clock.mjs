// Shifts the clock of a process by the milliseconds in a file, as an administrator or NTP sets it. Monotonic time goes on.
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const file = process.env.WEIR_TEST_CLOCK;
const Real = Date;
let shift = 0;
const read = () => {
  shift = Number(readFileSync(file, 'utf8')) || 0;
};
read();
setInterval(read, 50).unref();

globalThis.Date = class extends Real {
  constructor(...values) {
    if (values.length === 0) super(Real.now() + shift);
    else super(...values);
  }
  static now() {
    return Real.now() + shift;
  }
};
