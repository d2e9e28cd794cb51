/**
 * What each release does otherwise than the one that it is written as a difference to: `<group>.<property>` of the profile →
 * the fixture that shows it.
 */
export const RELEASE_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'openshift-4.15': {
    portGroups: 'port-groups-are-named-after-what-they-are-for',
  },
  '1.0': {},
  '1.1': {},
  '1.2': {},
  next: {},
};
