import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '#crm-domain/operations';
import { inconsistencies, truthOf } from './aftermath.js';
import { Chance } from './chance.js';
import { OBJECT, RestDoor, ToolDoor } from './doors.js';
import type { DatabaseUnderFire } from './database-under-fire.js';
import { Ledger } from './ledger.js';
import { MortalPostgres } from './mortal-postgres.js';
import { Site } from './site.js';
import { Storm } from './storm.js';
import { judge, type Verdict } from './verdict.js';
import { DraftWriter, RecordWriter } from './writers.js';

export interface FaultsReport {
  ledger: Ledger;
  blows: Map<string, number>;
  /** Whether it was a storm at all. */
  isStorm: boolean;
  verdict: Verdict;
  findings: Finding[];
  records: number;
  remarks: string[];
}

/** What is acknowledged until the next blow falls. */
const WITHIN_A_BREATH = 5;
const [REST_WRITERS, TOOL_WRITERS, DRAFT_WRITERS] = [5, 3, 2];

interface FaultsWish {
  seconds: number;
  seed: number;
  /** For how many seconds at most, where it is no storm before. */
  most?: number;
  /** How many seconds a blow waits at most for clients to get something done after the one before. */
  breath?: number;
}

/**
 * Lets clients write through every door while services, database, connections and the identity provider are struck down
 * and come back, then lets all calm down and compares what clients were told with what is there.
 */
export async function faults(
  { seconds, seed, most = 10 * seconds, breath = 0 }: FaultsWish,
  startDatabase: (dir: string) => Promise<DatabaseUnderFire> = (dir) => MortalPostgres.start(dir),
): Promise<FaultsReport> {
  const dir = mkdtempSync(join(tmpdir(), 'crm-faults-'));
  const site = await Site.start(dir, startDatabase);
  try {
    await makeObject(site);
    const ledger = new Ledger();
    const storm = new Storm(site, new Chance(seed));
    const bystanders = (await site.database.bystanders?.(site, ledger.complaints)) ?? [];
    const isOver = ending({ seconds, most }, () => isStorm({ ledger, blows: storm.blows }));
    const writing = [...writers(site, ledger, seed), ...bystanders].map((each) => each.write(isOver));
    await Promise.all([storm.rage(isOver, () => breathing({ ledger, isOver, seconds: breath })), ...writing]);
    ledger.complaints.push(...site.crashes);
    const verdict = judge(ledger, await truthOf(site, new Chance(seed)));
    const raged = { blows: storm.fallen, isStorm: isStorm({ ledger, blows: storm.blows }) };
    const remarks = site.database.remarks?.() ?? [];
    return { ledger, ...raged, verdict, remarks, ...(await inconsistencies(site)) };
  } finally {
    await site.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Whether enough fell, enough was struck by it, and enough came through, also by the door of REST alone. */
function isStorm({ ledger, blows }: { ledger: Ledger; blows: number }): boolean {
  const struck = ledger.sum('refused') + ledger.sum('unanswered');
  const made = ledger.tally.get('REST: create record')?.acknowledged ?? 0;
  return blows > 6 && struck > 0 && made > 0 && ledger.sum('acknowledged') > 20;
}

/** A slow machine gets as much done in a longer time; but it all has an end. */
function ending({ seconds, most }: { seconds: number; most: number }, isEnough: () => boolean): () => boolean {
  const begun = Date.now();
  const passed = () => (Date.now() - begun) / 1000;
  return () => passed() > most || (passed() > seconds && isEnough());
}

async function breathing({
  ledger,
  isOver,
  seconds,
}: {
  ledger: Ledger;
  isOver: () => boolean;
  seconds: number;
}): Promise<void> {
  const before = ledger.sum('acknowledged');
  const until = Date.now() + seconds * 1000;
  while (ledger.sum('acknowledged') < before + WITHIN_A_BREATH && Date.now() < until && !isOver()) await sleep(100);
}

function writers(site: Site, ledger: Ledger, seed: number): { write(isOver: () => boolean): Promise<void> }[] {
  const chance = (kind: number, n: number) => new Chance(seed * 1000 + kind * 100 + n);
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  const means = (kind: number, n: number) => ({ ledger, chance: chance(kind, n) });
  return [
    ...many(REST_WRITERS, (n) => new RecordWriter(`r${n}`, new RestDoor(site, chance(1, n)), means(2, n))),
    ...many(TOOL_WRITERS, (n) => new RecordWriter(`t${n}`, new ToolDoor(site, chance(3, n)), means(4, n))),
    ...many(DRAFT_WRITERS, (n) => new DraftWriter(`d${n}`, new ToolDoor(site, chance(5, n)), means(6, n))),
  ];
}

async function makeObject(site: Site): Promise<void> {
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${site.api_key}`, 'content-type': 'application/json' };
    const url = `${site.urlOf('rest-api', new Chance(1))}/v1/objects${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  await send('', { slug: OBJECT, singular_noun: 'Entry', plural_noun: 'Entries' });
  const relationship = { target_object_id: OBJECT, inverse_title: 'Friend of', cardinality: 'many-to-many' };
  for (const attribute of [
    { slug: 'token', type: 'text' },
    { slug: 'size', type: 'number' },
    { slug: 'code', type: 'text', is_unique: true },
    { slug: 'friends', type: 'relationship', relationship },
  ])
    await send(`/${OBJECT}/attributes`, { title: attribute.slug, ...attribute });
}
