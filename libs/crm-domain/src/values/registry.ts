import { actorReference } from './actor-reference.js';
import { checkbox } from './checkbox.js';
import { currency } from './currency.js';
import { date } from './date.js';
import { emailAddress } from './email-address.js';
import { location } from './location.js';
import { multiSelect } from './multi-select.js';
import { name } from './name.js';
import { number } from './number.js';
import { personalName } from './personal-name.js';
import { phoneNumber } from './phone-number.js';
import { pipeline } from './pipeline.js';
import { recordReference } from './record-reference.js';
import { relationship } from './relationship.js';
import { select } from './select.js';
import { text } from './text.js';
import { timestamp } from './timestamp.js';
import { website } from './website.js';
import { ATTRIBUTE_TYPES, type AttributeType, type ValueType } from './value-type.js';

/** Every attribute type of the contract; complete by type. */
export const VALUE_TYPES = {
  name,
  'personal-name': personalName,
  website,
  'email-address': emailAddress,
  text,
  date,
  timestamp,
  number,
  checkbox,
  select,
  'multi-select': multiSelect,
  currency,
  'record-reference': recordReference,
  'actor-reference': actorReference,
  location,
  'phone-number': phoneNumber,
  pipeline,
  relationship,
} as const satisfies Record<AttributeType, ValueType>;

/** All knowledge of one attribute type. */
export function valueType(type: AttributeType): ValueType {
  return VALUE_TYPES[type];
}

/** Those in whose values no words are found. */
export const UNSEARCHED_TYPES = ATTRIBUTE_TYPES.filter((type) => valueType(type).search === false);
