/**
 * What pages report in the console while the server is away and starts again, for `allowed.console`. A server that starts
 * responds with 503 as JSON, also for style sheets.
 */
export const restartErrors =
  /ERR_|50\d|WebSocket connection|Refused to apply style|\[(?:VERSION|SESSION|VENUE|ASSET|WIDGET)\]/;
