import { folded } from '../query/folded-sql.js';

/** Records that hold any of the words and are ranked by their names, at most. */
const MAX_RANKED = 1001;
/**
 * So many times as many are looked at as are counted: those in the trash, for one, do not count. Behind more of these
 * than that a record is not found by this word alone.
 */
const LOOKED_AT = 4;
/** Records that are counted for one word; what more hold tells nothing. */
const MAX_OF_WORD = 1000;
/** The same for all words together, so that many words take no longer than a few. */
const MAX_HITS = 5000;
/** A word tells something where at most one in so many records holds it ... */
const SHARE = 20;
/** ... or at most so many do: of a few records any share is of chance. */
const FEW = 10;

/**
 * Records that hold one of several words at least: $2 the objects, $3 the words, $4 the limit, from $5 on a tsquery for
 * each word. Those that hold more of them come first, where a word of the name counts twice; then those with rarer ones,
 * then the newest. How many records hold a word says whether it tells anything, in whatever language: what most hold,
 * as "the", only decides between equals, unless there are no others.
 */
export function anyWordStatement(words: number): string {
  const most = Math.min(MAX_OF_WORD, Math.floor(MAX_HITS / words));
  const hits = Array.from(
    { length: words },
    (_, at) => `(select ${at + 1} as word, s.record_id, r.object_id, r.label
      from (select record_id
        from record_search
        where workspace_id = $1 and tsv @@ $${at + 5}::tsquery
        limit ${LOOKED_AT * (most + 1)}) s
      join record r on r.workspace_id = $1 and r.record_id = s.record_id
      where r.object_id = any($2::uuid[]) and r.trashed_at is null and r.deleted_at is null
      limit ${most + 1})`,
  );
  return `with hits as materialized (${hits.join(' union all ')}),
    counted as materialized (select word, count(*) as n from hits group by word),
    telling as materialized (select word, n
      from counted
      where n <= least(${most}, greatest(${FEW}, (select sum(c.n) / ${SHARE}
        from object_count c
        where c.workspace_id = $1 and c.object_id = any($2::uuid[]))))),
    meant as materialized (select word, 1000000 / n as weight
      from (table telling union all select * from counted where not exists (table telling)) t),
    best as materialized (select h.record_id, h.object_id, h.label, count(*) as held, sum(m.weight) as rarity
      from hits h
      join meant m using (word)
      group by h.record_id, h.object_id, h.label
      order by held desc, rarity desc, h.record_id desc
      limit ${MAX_RANKED})
  select b.record_id, b.object_id, b.label
  from best b
  cross join lateral (select ' ' || ${folded('b.label')} as name offset 0) f
  cross join lateral (select count(*) as words, count(*) filter (where w.n in (select word from meant)) as meant
    from unnest($3::text[]) with ordinality w (word, n)
    where strpos(f.name, ' ' || w.word) > 0) named
  order by b.held + named.meant desc, b.held desc, named.words desc, b.rarity desc, b.record_id desc
  limit $4`;
}
