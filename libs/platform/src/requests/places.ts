/**
 * The part of the places that is left while there is no end of refusing: of 64, more pages than one workspace has at
 * once.
 */
const LEAST_SHARE = 3;
/** Milliseconds after which all of them are tried again. */
const TRIED_AGAIN_MS = 3000;
/** Places of which there are fewer while they do not suffice. */
export class Places {
  taken = 0;
  /** How many there are now. */
  open: number;
  private shrunkAt = 0;

  constructor(
    private readonly most: number,
    private readonly clock: () => number,
  ) {
    this.open = most;
  }

  /** @param bound how many may be taken at most, however many there are */
  hasRoom(bound = this.most): boolean {
    if (this.taken >= this.open) this.triesAgain();
    return this.taken < Math.min(this.open, bound);
  }

  /** Takes one; false when there is none. @param bound how many may be taken at most, however many there are */
  take(bound = this.most): boolean {
    if (!this.hasRoom(bound)) return this.turnAway();
    if (this.taken * 2 < this.open) this.open = Math.min(this.most, this.open + 1);
    this.add();
    return true;
  }

  /** Takes one whether there is one or not. */
  add(): void {
    this.taken++;
  }

  leave(): void {
    this.taken--;
  }

  private turnAway(): false {
    if (this.open === this.most) this.shrunkAt = this.clock();
    this.open = Math.max(Math.ceil(this.most / LEAST_SHARE), this.open - 1);
    return false;
  }

  /** All places are back after a while. */
  private triesAgain(): void {
    if (this.open < this.most && this.clock() - this.shrunkAt >= TRIED_AGAIN_MS) this.open = this.most;
  }
}

/** Of which places a `Room` is made. */
interface RoomPlaces {
  most: number;
  own?: Places;
  all?: Places;
  /** How many may be taken now. */
  bound?: () => number;
}

/** Places for work of one kind, which may have to wait for them. */
export class Room {
  constructor(private readonly places: RoomPlaces) {}

  /** Most that may be under way. */
  get most(): number {
    return this.places.most;
  }

  /** Takes a place until `end`; false when there is none. */
  begin(): boolean {
    const { own, bound } = this.places;
    if (own && !own.take(bound?.())) return false;
    this.places.all?.add();
    return true;
  }

  /**
   * Takes a place for work that was taken on before and had to wait.
   * @param atOnce whether it has waited for its turn until now and must not wait longer, places or not
   */
  resume(atOnce: boolean): boolean {
    const { own, all, bound } = this.places;
    if (!atOnce && !(own ?? all)!.hasRoom(bound?.())) return false;
    own?.add();
    all?.add();
    return true;
  }

  end(): void {
    this.places.own?.leave();
    this.places.all?.leave();
  }
}

export function half(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}
