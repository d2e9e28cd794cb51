import fc from 'fast-check';
import { type Event, parseEvents } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { eventAt, indexAfter, isSlice, packEvents, styleAt, typeAt } from '../../src/yaml/events.js';
import { parse } from '../../src/yaml/parse.js';
import { checkProperty } from '../rig/random.js';

/** What packing keeps of an event: not the style of a collection, nor the particulars of a document. */
function kept(event: Event): unknown {
  if ('directives' in event) return { type: event.type };
  return 'style' in event && !('valueStart' in event) ? { ...event, style: undefined, indent: undefined } : event;
}

function unpacked(packed: Int32Array): Event[] {
  const events: Event[] = [];
  for (let at = 0; at < packed.length; at = indexAfter(packed, at)) events.push(eventAt(packed, at));
  return events;
}

describe('packed events', () => {
  it('are the events', () => {
    const line = fc.constantFrom('a: 1', 'b: &x "q\\n"', "c: 'it''s'", 'd: *x', 'e: |2-', '    text', 'f: !!str', 'g: [1, {h: i}]', '- >+', '? k', '---', '...', ''); // prettier-ignore
    checkProperty(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const text = lines.join('\n');
        let events: Event[] = [];
        try {
          events = parseEvents(text, {});
        } catch {
          fc.pre(false);
        }
        const packed = packEvents(events);
        expect(unpacked(packed).map(kept)).toEqual(events.map(kept));
        let at = 0;
        for (const event of events) {
          expect(typeAt(packed, at)).toBe(event.type);
          if ('valueStart' in event) {
            expect(styleAt(packed, at)).toBe(event.style);
            const isBare = event.anchorStart < 0 && event.tagStart < 0 && event.indent < 0;
            expect(isSlice(packed, at)).toBe(event.fast && isBare);
          } else {
            expect(isSlice(packed, at)).toBe(false);
          }
          at = indexAfter(packed, at);
        }
        expect(at).toBe(packed.length);
      }),
    );
  });

  it('of an invalid text is the problem in it', () => {
    expect(parse('a: [')).toMatchObject({ fact: 'syntax' });
    expect(parse('')).toHaveLength(0);
  });
});
