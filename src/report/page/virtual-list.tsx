import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Height of an item in pixels, before it is measured. */
  readonly estimate: number;
  readonly render: (item: Item) => ComponentChildren;
  /** Name of the list for screen readers. */
  readonly label: string;
  /** Key of the selected item. Items can be selected only if `onSelect` is set. */
  readonly selected?: string;
  readonly onSelect?: (item: Item) => void;
}

type Options = VirtualizerOptions<HTMLElement, HTMLElement>;
/** Maximum number of items printed, because paper does not scroll. */
const MAX_PRINTED = 1000;

/** Shows a list. Only the visible items are in the document. */
export function VirtualList<Item>(props: VirtualListProps<Item>): JSX.Element {
  const { items, keyOf, estimate, render, label, selected, onSelect } = props;
  const box = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 8,
  });
  const chosen = items.findIndex((item) => keyOf(item) === selected);
  const choose = (index: number): void => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (item === undefined) return;
    virtualizer.scrollToIndex(items.indexOf(item), { align: 'auto' });
    onSelect?.(item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / estimate) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[event.key];
    if (!onSelect || next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const isChoice = onSelect !== undefined;
  if (isPrinting) {
    return (
      <div class="list printed">
        {items.slice(0, MAX_PRINTED).map((item) => (
          <div class="item" key={keyOf(item)}>
            {render(item)}
          </div>
        ))}
        {items.length > MAX_PRINTED && <p>… and {items.length - MAX_PRINTED} more.</p>}
      </div>
    );
  }
  const shown = virtualizer.getVirtualItems();
  return (
    <div
      class="list"
      ref={box}
      tabIndex={0}
      style={
        isChoice
          ? { '--total': `${virtualizer.getTotalSize() + 2}px` }
          : { height: `min(62vh, ${virtualizer.getTotalSize() + 2}px)` }
      }
      role={isChoice ? 'listbox' : 'list'}
      aria-label={label}
      aria-activedescendant={isChoice && shown.some(({ index }) => index === chosen) ? `${label}-${chosen}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div class="all" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {shown.map(({ index, start, key }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              id={`${label}-${index}`}
              class={index === chosen ? 'item chosen' : 'item'}
              role={isChoice ? 'option' : 'listitem'}
              aria-selected={isChoice ? index === chosen : undefined}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              data-index={index}
              ref={(element) => {
                if (element) virtualizer.measureElement(element);
              }}
              style={{ transform: `translateY(${start}px)` }}
              onClick={
                isChoice
                  ? () => {
                      choose(index);
                    }
                  : undefined
              }
            >
              {render(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useVirtualizer(
  own: Pick<Options, 'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey' | 'overscan'>,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, redraw] = useReducer<number, undefined>((times) => times + 1, 0);
  const options: Options = {
    ...own,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      redraw(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return virtualizer;
}

/** Returns true while the page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const follow = (): void => {
      setPrinting(media.matches);
    };
    const [begin, end] = [
      () => {
        setPrinting(true);
      },
      () => {
        setPrinting(false);
      },
    ];
    media.addEventListener('change', follow);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', follow);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
