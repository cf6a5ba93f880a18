import type { SettingsRule } from './settings.js';

/** Settings that only make sense together: all of them, or none. Those that lack are named. */
export function together(...names: string[]): SettingsRule<object> {
  return (_settings, given) => {
    const set = names.filter((name) => given[name] !== undefined);
    if (set.length === 0) return [];
    return names
      .filter((name) => given[name] === undefined)
      .map((name) => ({
        name,
        sentence: `${name} is missing: it is needed as well where ${set.join(' and ')} is set.`,
      }));
  };
}

/** Two ports of one process; 0 is any free one, and never the same. */
export function differentPorts(one: string, other: string): SettingsRule<object> {
  return (settings) => {
    const { [one]: port, [other]: taken } = settings as Record<string, unknown>;
    if (port === undefined || port === 0 || port !== taken) return [];
    return [{ name: one, sentence: `${one} must be another port than ${other}, not ${String(port)} as well.` }];
  };
}
