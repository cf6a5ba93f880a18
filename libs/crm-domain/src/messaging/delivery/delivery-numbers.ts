const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Every time and bound of delivery; times are milliseconds. Tests shorten them, nothing else does. */
export interface DeliveryNumbers {
  /** One call to a provider. */
  callMs: number;
  /**
   * How long a lease is somebody's. Longer than a call with all that belongs to it, so that who let it run out is dead.
   */
  leaseMs: number;
  /** After the fence: who woke up later than this writes nothing. */
  fenceMs: number;
  /**
   * The first wait after a failure that sent nothing, unless the provider asks for another; it doubles each time, up to
   * the other.
   */
  retryMs: number;
  retryMostMs: number;
  /**
   * The longest wait that a provider may ask for with Retry-After; one that asks for more is asked again after this.
   */
  askedMostMs: number;
  /**
   * A message that could not be sent for so long is given up, however often the provider refused to take it. What was
   * before its first attempt does not count: services that were down, or another message, unless that one was given up
   * for the same reason.
   */
  giveUpMs: number;
  /** Between two looks for a message whose fate is not known. */
  lookMs: number;
  /** How often the provider must show that a message did not leave before it is sent again. */
  looks: number;
  /**
   * After a transmission: a look that finds no proof by then ends it as unknown; one that fails does so after
   * `giveUpMs`. What is behind it waits no longer than this.
   */
  unknownMs: number;
  /** Messages of chats that one look for those behind nothing reads; the next one goes on from there. */
  caughtUpAtOnce: number;
  /** The queue is looked at so often, whatever was or was not heard. */
  pollMs: number;
  /** Deliveries one process has in hand. */
  parallel: number;
  /** What is in hand may take so long when the process is to end. */
  stopMs: number;
}

/** The times and counts in use; tests take shorter ones. */
export const DELIVERY_NUMBERS: DeliveryNumbers = {
  callMs: 20 * SECOND,
  leaseMs: 60 * SECOND,
  fenceMs: 5 * SECOND,
  retryMs: 5 * SECOND,
  retryMostMs: 15 * MINUTE,
  askedMostMs: HOUR,
  giveUpMs: 24 * HOUR,
  lookMs: 60 * SECOND,
  looks: 2,
  unknownMs: 30 * MINUTE,
  caughtUpAtOnce: 10_000,
  pollMs: 5 * SECOND,
  parallel: 64,
  stopMs: 22 * SECOND,
};
