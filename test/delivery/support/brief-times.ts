import type { ChannelName, DeliveryNumbers } from '#crm-domain/messaging';

/**
 * Times of delivery in which a test sees the end of everything: a call that hangs is over before its lease, and one
 * that does not is over in time on a busy machine, too.
 */
export const BRIEF: Partial<DeliveryNumbers> = {
  callMs: 3000,
  leaseMs: 5000,
  fenceMs: 2000,
  retryMs: 100,
  retryMostMs: 500,
  lookMs: 150,
  unknownMs: 4000,
  pollMs: 100,
  stopMs: 5000,
};

/**
 * The same where no call hangs: a busy machine may take long over anything, and nothing is given up for that. A call is
 * in hand for longer than it takes to see that it is.
 */
export const PATIENT: Partial<DeliveryNumbers> = {
  ...BRIEF,
  callMs: 30_000,
  leaseMs: 60_000,
  fenceMs: 20_000,
  stopMs: 30_000,
};

/** Graph's stand-in shows a sent mail as a draft for a while. */
export const BRIEF_GRACE: Record<ChannelName, number> = {
  gmail: 150,
  outlook: 400,
  whatsapp: 150,
  facebook: 150,
  instagram: 150,
};
