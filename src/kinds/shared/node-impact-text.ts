import type { ImpactAnswer } from '../contract/kind-placement.js';
import type { NodeImpact, UnplacedItem } from './node-impact.js';

/** Wording for one sort of item that is placed on nodes. */
export interface ImpactWording<Item> {
  readonly nameOf: (item: Item) => string;
  readonly noMove: string;
  readonly moves: string;
  readonly noNode: string;
  readonly noneStranded: string;
  readonly stranded: string;
  readonly losses: string;
  readonly noLoss: string;
  /** Noun of the counted items, singular and plural. The plural is also the field of the count in the data. */
  readonly noun: readonly [one: string, several: string];
  readonly allPlaced: string;
  readonly nonePlaced: string;
}

/** Returns a node impact as an answer, in which the losses say what it is that they count. */
export function answerImpact<Item>(impact: NodeImpact<Item>, wording: ImpactWording<Item>): ImpactAnswer {
  const { nameOf, noun } = wording;
  return {
    data: {
      ...impact,
      losses: impact.losses.map(({ node, count, stranded }) => ({ node, [noun[1]]: count, stranded })),
    },
    lines: linesOf(impact, wording),
    losses: impact.losses.map(({ node, count, stranded }) => ({
      node,
      has: countText(count, noun),
      stranded: stranded.map((one) => ({ name: nameOf(one), reason: one.reason })),
    })),
  };
}

function linesOf<Item>({ moves, stranded, losses }: NodeImpact<Item>, wording: ImpactWording<Item>): string[] {
  const { nameOf, noNode, noun, allPlaced, nonePlaced } = wording;
  const strandedLine = (one: UnplacedItem<Item>): string =>
    `  ${nameOf(one)}  ${one.from === undefined ? 'had none' : `was on ${one.from}`}: ${one.reason}`;
  return [
    moves.length === 0 ? wording.noMove : `${wording.moves}: ${moves.length}`,
    ...moves.map((one) => `  ${nameOf(one)}  ${one.from ?? noNode} → ${one.to}`),
    '',
    stranded.length === 0 ? wording.noneStranded : `${wording.stranded}: ${stranded.length}`,
    ...stranded.map(strandedLine),
    '',
    wording.losses,
    ...(losses.length === 0 ? [`  ${wording.noLoss}`] : []),
    ...losses.flatMap(({ node, count, stranded: left }) => [
      `  ${node}  ${countText(count, noun)}, ${left.length === 0 ? allPlaced : `${left.length} ${nonePlaced}`}`,
      ...left.map((one) => `  ${strandedLine(one)}`),
    ]),
  ];
}

function countText(count: number, [one, several]: ImpactWording<never>['noun']): string {
  return `${count} ${count === 1 ? one : several}`;
}
