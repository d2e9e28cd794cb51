/** A table of distinct triples of 32-bit integers, which are numbered from 0 in the order of their addition. */
export interface IntegerTable {
  readonly size: () => number;
  /** Returns the number of a triple, or -1. */
  readonly find: (a: number, b: number, c: number) => number;
  /** Returns the number of a triple, which is added if it is new. */
  readonly add: (a: number, b: number, c: number) => number;
  /** Returns an integer of a triple: 0 to 2. */
  readonly at: (index: number, column: number) => number;
}

const FIRST_SLOTS = 1024;

/** Creates an empty table. It takes 20 to 40 bytes for each triple, much less than a Map. */
export function createIntegerTable(): IntegerTable {
  // A slot contains the number of a triple plus 1, or 0 if it is free. At most half of the slots are taken.
  let slots = new Int32Array(FIRST_SLOTS);
  let keys = new Int32Array((3 * FIRST_SLOTS) / 2);
  let size = 0;

  const slotOf = (a: number, b: number, c: number): number => {
    const mask = slots.length - 1;
    for (let slot = hash(a, b, c) & mask; ; slot = (slot + 1) & mask) {
      const index = (slots[slot] ?? 0) - 1;
      if (index < 0 || (keys[3 * index] === a && keys[3 * index + 1] === b && keys[3 * index + 2] === c)) return slot;
    }
  };
  const grow = (): void => {
    slots = new Int32Array(2 * slots.length);
    const larger = new Int32Array((3 * slots.length) / 2);
    larger.set(keys);
    keys = larger;
    for (let index = 0; index < size; index++) {
      slots[slotOf(keys[3 * index] ?? 0, keys[3 * index + 1] ?? 0, keys[3 * index + 2] ?? 0)] = index + 1;
    }
  };
  return {
    size: () => size,
    at: (index, column) => keys[3 * index + column] ?? 0,
    find: (a, b, c) => (slots[slotOf(a | 0, b | 0, c | 0)] ?? 0) - 1,
    add: (a, b, c) => {
      const [x, y, z] = [a | 0, b | 0, c | 0];
      if (2 * size >= slots.length) grow();
      const slot = slotOf(x, y, z);
      const known = (slots[slot] ?? 0) - 1;
      if (known >= 0) return known;
      keys[3 * size] = x;
      keys[3 * size + 1] = y;
      keys[3 * size + 2] = z;
      slots[slot] = ++size;
      return size - 1;
    },
  };
}

/** Mixes three integers as MurmurHash3 does. */
function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0xcc9e2d51) ^ Math.imul(b, 0x1b873593) ^ Math.imul(c, 0x85ebca6b);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
