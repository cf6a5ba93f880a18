/** Addresses in a line. */
export function listed(people: readonly { address: string }[]): string {
  return people.map(({ address }) => address).join(', ');
}
