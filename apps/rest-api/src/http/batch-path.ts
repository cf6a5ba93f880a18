/** The paths of batches, whose bodies may be longer than others. */
export const BATCH_PATH = /^\/v1\/(?:records\/[^/]+\/)?batch\/?$/;
/** Bytes of such a body. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
