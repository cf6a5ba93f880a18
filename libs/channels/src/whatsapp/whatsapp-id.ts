import { z } from 'zod';

/** What WhatsApp calls somebody with a telephone number; it may differ from the number one writes to. */
export const waId = z
  .string()
  .regex(/^\d{1,20}$/)
  .nullish()
  .catch(null);
