import { expect, it } from 'vitest';
import { createObjectStore } from '../../../src/clients/kubernetes/object-store.js';
import { createRandom, firstSeed } from '../../rig/random.js';

it('lists its objects in byte order of their names after any changes, and leaves earlier lists as they were', () => {
  const random = createRandom(firstSeed);
  const store = createObjectStore();
  const model = new Map<string, { readonly value: number }>();
  let last = store.view();
  for (let round = 0; round < 200; round++) {
    const copy = [...last];
    const before = last;
    for (let count = random(4); count > 0; count--) {
      const name = `team-${random(3)}/pod-${random(20)}`;
      if (random(3) === 0) {
        store.set(name, undefined);
        model.delete(name);
      } else {
        const object = { value: random(3) };
        store.set(name, object);
        model.set(name, object);
      }
    }
    last = store.view();
    expect(last.map(({ key, object }) => [key, object])).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(before).toEqual(copy);
  }
});

it('keeps the items of unchanged objects, and the list without a change', () => {
  const store = createObjectStore();
  for (const name of ['a', 'b', 'c']) store.set(name, { name });
  const first = store.view();
  expect(store.view()).toBe(first);
  expect(store.set('b', { name: 'b' })).toBe(false);
  expect(store.view()).toBe(first);
  store.set('b', { name: 'other' });
  const second = store.view();
  expect([second[0] === first[0], second[1] === first[1], second[2] === first[2]]).toEqual([true, false, true]);
});
