import { html } from '../console/layout/html.js';

/**
 * The page that shows the interface description. Its files are kept by browsers as long as their version is the same.
 */
export function docsPage(version: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>CRM Service REST API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/${version}/docs.css" />
        <script defer src="/docs/${version}/reference.js"></script>
        <script defer src="/docs/${version}/docs.js"></script>
      </head>
      <body>
        <a class="skip-link" href="#content">Skip to the content</a>
        <noscript
          >This page needs JavaScript. <a href="/v1/openapi.yaml">The interface description</a> does not.</noscript
        >
        <div id="reference"></div>
      </body>
    </html>`.text;
}
