import type { Application } from 'express';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** The methods that routes take at a path, in capitals; none where there is no route. */
export function methodsAt(app: Application, path: string): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const methods = stack.flatMap((layer) => (layer.route && layer.match(path) ? Object.keys(layer.route.methods) : []));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}
