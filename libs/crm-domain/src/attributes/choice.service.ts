import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, conflict, invalid, notFound } from '../errors.js';
import { changeSchema } from '../objects/change-schema.js';
import { choiceWire, type Attribute, type ChoiceRow, type WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { objectOf } from '../records/authorize-and-find.js';
import { attributeEvent, raised } from './attribute-events.js';
import { attributeOf } from './attribute.service.js';
import type { ChoiceDelta } from './attribute-wire.js';
import { defaultAfter, presetOf, reconcileChoices, renames } from './choice-deltas.js';

/** What is asked for: options of select and multi-select attributes, or stages of a pipeline. */
export type ChoiceKind = 'option' | 'stage';

/**
 * The options or stages of an attribute, or one of them. Object and attribute are slugs or UUIDs, `choice` is a UUID.
 */
export interface ChoiceAddress {
  kind: ChoiceKind;
  object: string;
  attribute: string;
  choice?: string;
}

/** Single options and stages (contract: Option, Stage; decisions: Endpoints). */
export class ChoiceService {
  constructor(
    readonly db: Db,
    readonly schemas: SchemaCache,
    readonly policy: AccessPolicy,
  ) {}

  /** All, archived ones too, in their order. @throws DomainError not_found */
  async list(actor: Actor, at: ChoiceAddress): Promise<object[]> {
    return (await this.rows(actor, at)).map((choice) => choiceWire(actor.workspace_id, choice));
  }

  /** One of them. @throws DomainError not_found */
  async find(actor: Actor, at: ChoiceAddress): Promise<object> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return choiceWire(actor.workspace_id, choiceAt(attributeAt(schema, at), at));
  }

  /** The same, as rows. @throws DomainError not_found */
  async rows(actor: Actor, at: ChoiceAddress): Promise<readonly ChoiceRow[]> {
    return attributeAt(await this.schemas.at(actor.workspace_id, actor.schema_version), at).choices;
  }

  /** @throws DomainError not_found, validation, conflict */
  create(actor: Actor, at: ChoiceAddress, choice: Omit<ChoiceDelta, 'id'>): Promise<object> {
    return this.reconcile(actor, at, choice);
  }

  /** @throws DomainError not_found, validation, conflict */
  update(actor: Actor, at: ChoiceAddress, changes: Omit<ChoiceDelta, 'id'>): Promise<object> {
    return this.reconcile(actor, at, { ...changes, id: at.choice! });
  }

  /** For good; one that records hold can only be archived. @throws DomainError not_found, validation, conflict */
  delete(actor: Actor, at: ChoiceAddress): Promise<object> {
    return changeSchema(this, actor, async (store, schema, { tell }) => {
      const attribute = attributeAt(schema, at);
      const choice = choiceAt(attribute, at);
      if (attribute.choices.every((each) => each === choice || each.archived_at)) {
        throw invalid([
          {
            path: at.kind,
            message: `The last active ${at.kind} cannot be deleted.`,
            expected: `another active ${at.kind}`,
            reason: at.kind === 'stage' ? 'last_stage' : 'last_option',
          },
        ]);
      }
      if (await store.isHeld(attribute.attribute_id, choice.choice_id)) {
        throw conflict(
          'choice_in_use',
          `Records hold this ${at.kind}. Archive it instead, or change those records first.`,
        );
      }
      await store.deleteChoice(choice.choice_id);
      const choices = attribute.choices.filter((each) => each !== choice);
      const default_value = defaultAfter(attribute, presetOf(attribute), choices) ?? null;
      if (default_value !== attribute.default_value)
        await store.updateAttribute(attribute.attribute_id, { default_value });
      const after = await raised(store, attribute, { ...attribute, choices, default_value });
      await tell(attributeEvent('attribute.updated', actor.workspace_id, { before: attribute, after }));
      return choiceWire(actor.workspace_id, { ...choice, archived_at: choice.archived_at ?? new Date() });
    });
  }

  private reconcile(actor: Actor, at: ChoiceAddress, delta: ChoiceDelta & { id?: string }): Promise<object> {
    return changeSchema(this, actor, async (store, schema, { purges, tell }) => {
      const attribute = attributeAt(schema, at);
      const preset = presetOf(attribute);
      const choices = await reconcileChoices(store, attribute, { deltas: [delta], held: attribute.choices, preset });
      const default_value = defaultAfter(attribute, preset, choices) ?? null;
      const after = await raised(store, attribute, { ...attribute, choices, default_value });
      await tell(attributeEvent('attribute.updated', actor.workspace_id, { before: attribute, after }));
      if (renames([delta])) await purges.add({ kind: 'search', object_id: attribute.object_id });
      const changed = delta.id
        ? choices.find((choice) => choice.choice_id === delta.id!.toLowerCase())
        : choices.at(-1);
      return choiceWire(actor.workspace_id, changed!);
    });
  }
}

/** @throws DomainError not_found; an attribute of another type has no options or stages */
function attributeAt(schema: WorkspaceSchema, at: ChoiceAddress): Attribute {
  const attribute = attributeOf(objectOf(schema, at.object), at.attribute);
  if (attribute.valueType.choices !== `${at.kind}s`)
    throw new DomainError(
      'not_found',
      `The attribute "${attribute.slug}" is of type ${attribute.type} and has no ${at.kind}s.`,
    ).because('attribute_not_found');
  return attribute;
}

function choiceAt(attribute: Attribute, at: ChoiceAddress): ChoiceRow {
  const choice = attribute.choices.find((each) => each.choice_id === at.choice?.toLowerCase());
  if (!choice) throw notFound(at.kind === 'stage' ? 'Stage' : 'Option');
  return choice;
}
