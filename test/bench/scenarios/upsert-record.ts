import { median, summary } from '../compare.js';
import { contact } from '../dataset/contact.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

/** Least part of the rate of a POST: an upsert looks for the record first. */
const SHARE = 0.6;
const PATH = `/v1/records/${OBJECT}?match=email`;
/** Contacts of other scenarios have smaller numbers. */
const FIRST = 40_000_000;
const FEW = 500;

export const upsertRecord: Scenario = {
  name: 'upsert-record',
  about: 'PUT of records that are new, and of records that are there, against POST of new ones.',
  traffic: {
    'upsert-new': (world, n) => ({
      method: 'PUT',
      path: PATH,
      body: JSON.stringify({ data: contact(FIRST + n, world) }),
    }),
    'upsert-again': (world, n) => {
      const { email, title, score } = contact(FIRST + (n % FEW), world);
      return { method: 'PUT', path: PATH, body: JSON.stringify({ data: { email, title: `${title} ${n}`, score } }) };
    },
  },
  async run({ service, worlds, turns }) {
    const world = worlds.at(-1)!;
    const [made, fresh, again] = await turns(
      ['create', 'upsert-new', 'upsert-again'].map((traffic) => ({ target: service, world, traffic })),
    );
    return [
      { what: 'PUT of a new record', ours: fresh! },
      { what: 'PUT of a record that is there', ours: again! },
    ].map(({ what, ours }) => {
      const ratio = median(ours.map((turn, round) => turn.perSecond / made![round]!.perSecond));
      return {
        what,
        target: `>= ${SHARE} of POST`,
        result: ratio.toFixed(2),
        reached: ratio >= SHARE,
        detail: `${summary(ours)}  |  POST ${summary(made!)}`,
      };
    });
  },
};
