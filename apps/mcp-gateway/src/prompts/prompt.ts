/** Characters of an argument: people type it into a field of their client. */
const MAX_ARGUMENT = 1000;

export interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

/** What people pick in their client and complete with arguments. It reads nothing by itself. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** What the model is asked, with each argument that was given in quotation marks. */
  text(given: Readonly<Record<string, string | undefined>>): string;
}

/** A prompt as `prompts/get` answers with it. */
export interface PromptMessages {
  [key: string]: unknown;
  description: string;
  messages: { role: 'user'; content: { type: 'text'; text: string } }[];
}

/**
 * @param given as the client sent them; those that the prompt does not name are ignored
 * @throws Error with a sentence on what is wrong with an argument
 */
export function filledIn(prompt: Prompt, given: Readonly<Record<string, unknown>> = {}): PromptMessages {
  const said: Record<string, string | undefined> = {};
  for (const { name, required } of prompt.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const text = typeof value === 'string' ? value.trim() : '';
    if (required && !text) throw new Error(`The prompt ${prompt.name} needs the argument ${name}.`);
    if (text.length > MAX_ARGUMENT) throw new Error(`The argument ${name} has more than ${MAX_ARGUMENT} characters.`);
    said[name] = text ? JSON.stringify(text) : undefined;
  }
  const text = prompt.text(said);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
