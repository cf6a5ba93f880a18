import { Pace } from './pace.js';

describe('the pace of what is sent', () => {
  const MB = 1024 * 1024;
  const stays = new AbortController().signal;
  let pace: Pace;
  const turns: string[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    turns.length = 0;
    pace = new Pace(MB, () => Date.now());
  });
  afterEach(() => jest.useRealTimers());

  const ask = (name: string, gone = stays, bytes = MB) =>
    void pace.turn(name[0]!, gone).then((hasTurn) => {
      turns.push(hasTurn ? name : `not ${name}`);
      if (hasTurn) pace.spent(bytes);
    });
  const after = async (seconds: number) => {
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    return turns.splice(0);
  };

  it('is so many bytes a second of all together, and none that was not used is saved up', async () => {
    ask('a1', stays, MB / 2);
    ask('b1', stays, 2 * MB);
    ask('c1');
    expect(await after(0.01)).toEqual(['a1']);
    expect(await after(0.5)).toEqual(['b1']);
    expect(await after(1.9)).toEqual([]);
    expect(await after(0.2)).toEqual(['c1']);
    await after(60);
    ask('a2');
    ask('a3');
    expect(await after(0.01)).toEqual(['a2']);
    expect(await after(1)).toEqual(['a3']);
  });

  it('gives workspaces their turns, however much one of them wants', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) ask(name);
    expect(await after(6)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('keeps no turn for who goes away, before or after its question', async () => {
    ask('a0');
    const gone = new AbortController();
    for (let n = 0; n < 100; n++) ask(`a${n}`, gone.signal);
    expect(await after(0.01)).toEqual(['a0']);
    gone.abort();
    ask('a100', gone.signal);
    ask('b1');
    const told = await after(1);
    expect(told.filter((each) => each.startsWith('not'))).toHaveLength(101);
    expect(told.at(-1)).toBe('b1');
    ask('b2', stays, 0);
    ask('b3');
    expect(await after(1)).toEqual(['b2', 'b3']);
  });
});
