/**
 * Serves routes, pages and the web app on the bound port. Fastify does the routing; hot responses are sent before it.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { idLength, operatingModes, type OperatingMode } from '@foyer/contract';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { RequestPipeline, type RequestPipelineDeps } from '#platform/http/requestPipeline';
import { modeOf } from '#platform/http/headers';
import type { HostCheck } from '#platform/http/hosts';
import type { PreparedPages } from '#platform/http/hot/hotResponseTable';
import type { Listener } from '#platform/http/listener';
import { MethodTable } from '#platform/http/methodTable';
import { probePaths } from '#platform/http/probes';
import {
  anyone,
  anyoneEvenOnStage,
  apiPrefixes,
  maxUrlLength,
  type AnyRoute,
  type Page,
} from '#platform/http/route';
import { ApiError } from '#platform/apiError';

export interface HttpDeps extends RequestPipelineDeps {
  readonly listener: Listener;
  readonly routes: readonly AnyRoute[];
  readonly pages: readonly Page[];
  readonly checkHost: HostCheck;
  /** Handles every other GET request: the web app. */
  readonly shell: Pick<Page, 'handle'> & PreparedPages;
}

/** Ids in paths may be percent-encoded, with three characters for one. */
const maxPathParameterLength = 3 * idLength;

/**
 * Returns the running requests. A stop waits for them before it closes the storage, even if their callers have
 * disconnected.
 */
export async function serveHttp(deps: HttpDeps): Promise<BackgroundTasks> {
  const httpServer = new HttpServer(deps);
  deps.listener.serve(await httpServer.listener());
  return httpServer.calls;
}

class HttpServer {
  readonly calls: BackgroundTasks;
  private readonly deps: HttpDeps;
  private readonly pipeline: RequestPipeline;
  private readonly methods = new MethodTable();

  constructor(deps: HttpDeps) {
    this.deps = deps;
    this.calls = new BackgroundTasks(deps.log);
    this.pipeline = new RequestPipeline(deps);
  }

  async listener(): Promise<RequestListener> {
    const { deps } = this;
    let route: RequestListener | undefined;
    const app = fastify({
      logger: false,
      exposeHeadRoutes: false,
      trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
      routerOptions: { maxParamLength: maxPathParameterLength },
      clientErrorHandler: () => undefined,
      serverFactory: (handler) => {
        route = handler;
        return deps.listener.server;
      },
      frameworkErrors: (error, request, reply) => void this.handleBadUrl(error, request, reply),
    });
    // The request pipeline reads bodies after it has authorized the caller.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    this.addRoutes(app);
    this.addPages(app);
    app.setNotFoundHandler((request, reply) => this.handleUnrouted(request, reply));
    app.setErrorHandler((error, request, reply) => {
      reply.hijack();
      this.pipeline.sendError(this.exchange(request, reply, modeOf(request.raw.url ?? '/')), error);
    });
    await app.ready();
    if (route === undefined) throw new Error('Fastify did not create a request handler');
    return this.beforeRouter(route);
  }

  /** Runs before the router: rejects other hosts and long URLs, sends hot responses and normalizes absolute URLs. */
  private beforeRouter(route: RequestListener): RequestListener {
    const { hot } = this.deps;
    return (request, response) => {
      const { url = '/' } = request;
      const error = this.checkHead(request, url);
      if (error !== undefined) {
        const { remoteAddress = '' } = request.socket;
        const exchange = this.pipeline.exchange(request, response, 'LIVE', remoteAddress);
        if (apiPath.test(url) || !isRead(request.method)) this.pipeline.sendError(exchange, error);
        else this.pipeline.sendErrorPage(exchange, error);
        return;
      }
      if (hot.respond(request, response)) return;
      // The absolute form that proxies use, `GET http://host/path`: the host is ignored.
      if (!url.startsWith('/')) request.url = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
      route(request, response);
    };
  }

  private checkHead(request: IncomingMessage, url: string): ApiError | undefined {
    if (url.length > maxUrlLength)
      return new ApiError('uriTooLong', `The URL is too long: at most ${maxUrlLength} characters.`);
    // Probes come from orchestrators, which use names of their own.
    return probePaths.has(url) ? undefined : this.deps.checkHost(request);
  }

  private addRoutes(app: FastifyInstance): void {
    for (const route of this.deps.routes) {
      const { endpoint } = route;
      if ((route.policy as unknown) === undefined)
        throw new Error(`The route ${endpoint.name} has no policy`);
      const methods = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
      for (const mode of operatingModes) {
        const url = apiPrefixes[mode] + endpoint.path;
        this.methods.add(url, methods);
        app.route({
          method: methods,
          url,
          handler: (request, reply) => {
            reply.hijack();
            const { params, query } = request;
            const routed = { params: params as Record<string, string>, query };
            return this.calls.track(
              this.pipeline.handleCall(this.exchange(request, reply, mode), route, routed),
            );
          },
        });
      }
    }
  }

  private addPages(app: FastifyInstance): void {
    const { hot, shell, pages } = this.deps;
    hot.setPages(
      shell,
      pages.map(({ path }) => path),
    );
    for (const page of pages) {
      if ((page.policy as unknown) === undefined) throw new Error(`The page ${page.path} has no policy`);
      const methods = page.method === 'GET' ? ['GET', 'HEAD'] : [page.method];
      this.methods.add(page.path, methods);
      app.route({
        method: methods,
        url: page.path,
        handler: (request, reply) => {
          reply.hijack();
          const exchange = this.exchange(request, reply, page.mode ?? modeOf(page.path));
          return this.calls.track(
            this.pipeline.handlePage(exchange, page, request.params as Record<string, string>),
          );
        },
      });
    }
  }

  /** Handles requests without a route: 405, 404, or the web app. */
  private async handleUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const url = request.raw.url ?? '/';
    const path = url.split('?')[0] ?? '/';
    const mode = modeOf(url);
    const exchange = this.exchange(request, reply, mode);
    const allowed = this.methods.allowed(path);
    if (allowed.length > 0) {
      const error = new ApiError('methodNotAllowed', `Method ${request.method} is not allowed for this URL.`);
      this.pipeline.sendError(exchange, error, { allow: allowed.join(', ') });
      return;
    }
    if (apiPath.test(path)) {
      await this.handleUnknownUrl(exchange);
      return;
    }
    if (!isRead(request.method)) {
      const error = new ApiError('methodNotAllowed', `Method ${request.method} is not allowed for this URL.`);
      this.pipeline.sendError(exchange, error, { allow: 'GET, HEAD' });
      return;
    }
    const page: Page = {
      method: 'GET',
      path: '*',
      // The app is public, also before a login. Its data of the stage is authorized separately.
      policy: anyoneEvenOnStage,
      errorFormat: path.endsWith('/ui-config.json') ? 'json' : 'html',
      handle: (call) => this.deps.shell.handle(call),
    };
    await this.pipeline.handlePage(exchange, page, {});
  }

  /** Handles URLs with invalid percent-encoding: an error for endpoints, an unknown page otherwise. */
  private async handleBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = request.raw.url ?? '/';
    if (!apiPath.test(url)) return this.handleUnrouted(request, reply);
    reply.hijack();
    this.pipeline.sendError(this.exchange(request, reply, modeOf(url)), error);
  }

  /** Responds with 404. Below /stage unauthorized callers get 401 or 403 instead. */
  private async handleUnknownUrl(exchange: ReturnType<RequestPipeline['exchange']>): Promise<void> {
    try {
      await this.pipeline.authorize(exchange, anyone);
      throw new ApiError('notFound', 'Not found.');
    } catch (error) {
      this.pipeline.sendError(exchange, error);
    }
  }

  private exchange(request: FastifyRequest, reply: FastifyReply, mode: OperatingMode) {
    return this.pipeline.exchange(request.raw, reply.raw, mode, request.ip);
  }
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** Paths that are never pages of the web app. */
const apiPath = /^(\/stage)?\/(api|backend-assets)([/?]|$)/;
