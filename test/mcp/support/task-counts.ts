import type { Toolbox } from './toolbox.js';

type Call = (name: string, args: object) => ReturnType<Toolbox['result']>;

/** How many calls and characters, of arguments and results together, each task of an assistant took. */
export class TaskCounts {
  readonly spent: Record<string, { calls: number; characters: number }> = {};

  constructor(private readonly tools: () => Toolbox) {}

  /** A task, done with the calls that it makes through `call`. */
  task(title: string, work: (call: Call) => Promise<void>): void {
    it(title, async () => {
      const cost = (this.spent[title] = { calls: 0, characters: 0 });
      await work(async (name, args) => {
        const result = await this.tools().result(name, args);
        cost.calls += 1;
        cost.characters += JSON.stringify(args).length + JSON.stringify(result).length;
        return result;
      });
    });
  }
}
