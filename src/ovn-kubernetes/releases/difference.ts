import type { ReleaseProfile } from '../../model/release.js';

/** Differences of a release from another. Groups of properties contain only those that differ. */
export type ReleaseDifference = {
  readonly [Key in keyof ReleaseProfile]?: ReleaseProfile[Key] extends readonly unknown[] | string
    ? ReleaseProfile[Key]
    : ReleaseProfile[Key] extends object
      ? Partial<ReleaseProfile[Key]>
      : ReleaseProfile[Key];
} & { readonly name: string };

/** Returns the release with these differences from another. */
export function differFrom(other: ReleaseProfile, difference: ReleaseDifference): ReleaseProfile {
  const groups = new Map<string, unknown>(Object.entries(other));
  const merged = Object.entries(difference).map(([key, own]) => [key, merge(groups.get(key), own)] as const);
  return { ...other, ...Object.fromEntries(merged) };
}

function merge(theirs: unknown, own: unknown): unknown {
  return isGroup(theirs) && isGroup(own) ? { ...theirs, ...own } : own;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
