/**
 * An answer with its cursors as places alone: in front of each stands which question it belongs to, which a bare statement
 * does not judge and so cannot know.
 */
export function withPlaces(answer: string): string {
  return answer.replaceAll(/(next_cursor\\?":\\?")([\w-]+)/g, (_, before: string, cursor: string) => {
    const [, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return before + Buffer.from(JSON.stringify(place)).toString('base64url');
  });
}
