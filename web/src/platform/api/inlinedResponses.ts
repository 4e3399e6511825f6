/** Responses that the server has inlined into the page. Each one is used once, for the first request to its URL. */
import { inlinedResponsesId } from '@foyer/contract/limits';

let responses: Record<string, unknown> | undefined;

function readResponses(): Record<string, unknown> {
  const element = globalThis.document?.getElementById(inlinedResponsesId);
  // A page from the browser's history may be old.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!element || navigation?.type === 'back_forward') return {};
  return JSON.parse(element.textContent) as Record<string, unknown>;
}

export function takeInlinedResponse(url: string): Response | undefined {
  responses ??= readResponses();
  const body = responses[url];
  if (body === undefined) return undefined;
  responses[url] = undefined;
  return Response.json(body);
}
