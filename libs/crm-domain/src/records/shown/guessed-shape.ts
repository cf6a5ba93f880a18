import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { columnsOf, type Columns } from './columns.js';
import { guessShape, judgeShape, type AnswerShape, type Shape } from './shape.js';

/** What is to be read, by the schema that was seen last; who uses it checks it with that of this moment. */
export interface GuessedShape {
  schema: WorkspaceSchema;
  guess: ObjectSchema | undefined;
  /** Undefined where the schema knows no such object or fields. */
  shape: Shape | undefined;
  columns: Columns | undefined;
}

const NOTHING: Shape = { format: 'concise', columns: [] };

export function guessedShape(schema: WorkspaceSchema, objectKey: string, asked: AnswerShape): GuessedShape {
  const guess = schema.find(objectKey);
  const shape = guess && guessShape(guess, asked, schema);
  // No value is read for fields that are not known: the schema of this moment refuses them, or it is read again.
  return { schema, guess, shape, columns: guess && columnsOf(shape ?? NOTHING) };
}

/** The guess, where it was made with the schema of this moment. @throws DomainError validation */
export function judgedShape(
  { object, schema }: { object: ObjectSchema; schema: WorkspaceSchema },
  asked: AnswerShape,
  guessed: GuessedShape | undefined,
): Shape {
  const isSame = guessed?.schema === schema && guessed.guess === object;
  return (isSame ? guessed.shape : undefined) ?? judgeShape(object, asked, schema);
}
