/** Above this many numbers insertion takes more steps than a sort. */
const MAX_INSERTED = 16;

/** Sorts numbers in their place, and leaves out those that are there twice. Gives the same list. */
export function sortUnique(numbers: number[]): number[] {
  // Values in order are appended. Few numbers take fewer calls without a sort.
  if (numbers.length > MAX_INSERTED) numbers.sort((a, b) => a - b);
  let length = 0;
  for (const number of numbers) {
    let at = length;
    while (at > 0 && (numbers[at - 1] ?? 0) > number) at--;
    if (at > 0 && numbers[at - 1] === number) continue;
    for (let place = length; place > at; place--) numbers[place] = numbers[place - 1] ?? 0;
    numbers[at] = number;
    length++;
  }
  numbers.length = length;
  return numbers;
}
