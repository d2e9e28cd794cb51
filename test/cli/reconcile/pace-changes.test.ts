import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChangePacer, createChangePacer } from '../../../src/cli/commands/reconcile/pace-changes.js';

let rings = 0;
/** Processor time of the process. */
let spent = 0;
let pacer: ChangePacer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  rings = 0;
  spent = 0;
  pacer = createChangePacer(
    () => rings++,
    () => spent,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cycle of so many milliseconds, of which it does not wait `busy`. */
function cycle(duration: number, during: () => void = () => undefined, busy = duration): void {
  pacer.begin();
  during();
  vi.advanceTimersByTime(duration);
  spent += busy;
  pacer.end();
}

it('rings 10 ms after the first of changes that come together, once', () => {
  for (let count = 0; count < 5; count++) {
    pacer.change();
    vi.advanceTimersByTime(2);
  }
  expect(rings).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(rings).toBe(1);
});

/** Milliseconds from a change to its cycle. */
function waitOf(): number {
  const before = rings;
  pacer.change();
  for (let waited = 0; ; waited++) {
    if (rings > before) return waited;
    vi.advanceTimersByTime(1);
  }
}

it('makes no pause after single cycles', () => {
  for (let count = 0; count < 10; count++) {
    cycle(30);
    expect(waitOf()).toBe(10);
    vi.advanceTimersByTime(300);
  }
});

it('makes pauses in a series of cycles, so that they take half of the time', () => {
  const waits = Array.from({ length: 150 }, () => {
    cycle(20);
    return waitOf();
  });
  expect(waits[0]).toBe(10);
  expect(waits.slice(-10)).toEqual(Array.from({ length: 10 }, () => 20));
});

it('makes no pause after cycles that wait for servers', () => {
  for (let count = 0; count < 20; count++) {
    cycle(500, undefined, 5);
    expect(waitOf()).toBe(10);
  }
});

it('never makes a pause of more than half a second, and none after a quiet time', () => {
  for (let count = 0; count < 10; count++) {
    cycle(1000, undefined, 2000);
    expect(waitOf()).toBe(500);
  }
  cycle(1000);
  vi.advanceTimersByTime(500);
  expect(waitOf()).toBe(10);
});

it('does not let an urgent change wait for the end of a pause', () => {
  cycle(1000, undefined, 2000);
  pacer.change();
  vi.advanceTimersByTime(100);
  pacer.change(true);
  vi.advanceTimersByTime(10);
  expect(rings).toBe(1);
  cycle(1000, () => {
    pacer.change(true);
  });
  vi.advanceTimersByTime(10);
  expect(rings).toBe(2);
});

it('never rings during a cycle, and rings for a change during it afterwards', () => {
  pacer.change();
  cycle(1000, () => {
    pacer.change();
  });
  expect(rings).toBe(0);
  vi.advanceTimersByTime(500);
  expect(rings).toBe(1);
});

it('forgets a change that a cycle has taken', () => {
  pacer.change();
  cycle(1);
  vi.advanceTimersByTime(10_000);
  expect(rings).toBe(0);
});
