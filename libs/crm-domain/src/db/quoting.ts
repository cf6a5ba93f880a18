import pg from 'pg';

/** A name as SQL writes it, whatever characters it has. */
export const identifier = (name: string): string => pg.escapeIdentifier(name);

/** A text as SQL writes it, where no parameter may stand. */
export const literal = (text: string): string => pg.escapeLiteral(text);
