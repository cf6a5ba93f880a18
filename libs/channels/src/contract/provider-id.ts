import { z } from 'zod';

/** What a provider calls something; what is none of its ids could not be stored either. */
export const providerId = z.string().regex(/^[^\p{C}]{1,512}$/u);
