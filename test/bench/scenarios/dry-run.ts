import { compare } from '../compare.js';
import type { Scenario, Traffic } from '../scenario.js';
import { createRecord } from './create-record.js';
import { updateRecord } from './update-record.js';

/** Least part of the floor's requests a second, which does the same writes and rolls them back. */
const SHARE = 0.6;

export const dryRun: Scenario = {
  name: 'dry-run',
  about: 'POST and PATCH of a record with dry_run, against the floor, which rolls the same writes back.',
  traffic: {
    'dry-create': dry(createRecord.traffic!.create!),
    'dry-update': dry(updateRecord.traffic!.update!),
  },
  async run(bench) {
    const tried = (what: string, traffic: string, growth: number) =>
      compare(bench, { what: `Dry run of ${what}`, traffic, share: SHARE, growth });
    return [
      ...(await tried('POST record, 15 attributes', 'dry-create', 1.5)),
      ...(await tried('PATCH record, 2 attributes', 'dry-update', 1.3)),
    ];
  },
};

function dry(write: Traffic): Traffic {
  return (world, n) => {
    const request = write(world, n);
    return { ...request, path: `${request.path}?dry_run=true` };
  };
}
