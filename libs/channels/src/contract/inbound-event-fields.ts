import { z } from 'zod';
import { providerId } from './provider-id.js';

// What the news of all channels are made of. A value that could not be stored makes the news one that is not known.

/** The provider's id of a message. */
export const messageId = providerId;

/** Text that may be missing or of another type; how much of it is kept is decided where it is stored. */
export const text = z.string().catch('');
export const optionalText = z.string().nullish().catch(null);

/** A part beside others; one that is broken is as if it were missing. */
export const part = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);

/** A list, without those of its items that are broken. */
export const listOf = <T>(shape: z.ZodType<T>) =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const { success, data } = shape.safeParse(item);
      return success ? [data] : [];
    }),
  );

/** The year 9999 is the last that everything can write. */
const LATEST_MS = 253_402_300_799_999;

/** Milliseconds since 1970, as a number or in digits. */
export const milliseconds = z.coerce.number().min(0).max(LATEST_MS);

/** Seconds since 1970. */
export const seconds = z.coerce
  .number()
  .min(0)
  .max(LATEST_MS / 1000);
