import type { Application } from 'express';
import { UNKNOWN_ROUTE } from './unknown-route.js';

interface Layer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

/** The methods that routes take at a path, in capitals; none where there is no route. */
export function methodsAt(app: Application, path: string): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = routes.filter((route) => route.path !== UNKNOWN_ROUTE).flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}
