import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Environment } from '../env.ts'
import { ShopError } from '../shop-error.ts'
import { answeredError } from './answered-error.ts'
import { boundAnswers } from './limits/held/answers.ts'
import { boundConnections } from './limits/held/connections.ts'
import { endCutRequests, oneAtATime } from './limits/held/one-at-a-time.ts'
import { logAnswers, logSerializers } from './log.ts'
import { maskPersonal } from './mask-personal.ts'
import { problemOf, sendProblem } from './problem.ts'
import { pathOfTarget } from './request-target.ts'
import { HANDLER_TIMEOUT_MS } from './time-limits.ts'
import { timeWrites } from './time-writes.ts'
import { unreadableRequestAnswer } from './unreadable-request.ts'

const BODY_LIMIT_BYTES = 100_000
// A picture may take a minute to arrive, see docs/behaviour.md#pictures.
const REQUEST_TIMEOUT_MS = 65_000
// The headers of a slow phone arrive within seconds: who takes longer wants to hold connections.
const HEADERS_TIMEOUT_MS = 15_000
const CHECK_CONNECTIONS_EVERY_MS = 2_000

/** An HTTP server without routes: its time and size limits, its log, and the one body of every error. */
export function openServer(env: Environment, logTo: { write(line: string): void } | undefined): FastifyInstance {
  const answerWithError = errorHandler(env)
  const app = Fastify({
    logger: {
      level: env.LOG_LEVEL,
      serializers: logSerializers,
      hooks: { streamWrite: maskPersonal },
      ...(logTo && { stream: logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: 60_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      ...oneAtATime,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
    },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // A request on a connection that was open before is answered; new connections are refused by then.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: pathOfTarget,
    clientErrorHandler: unreadableRequestAnswer(env),
    frameworkErrors: (error, request, reply) =>
      answerWithError(error, request as FastifyRequest, reply as FastifyReply),
  })
  endCutRequests(app.server)
  boundConnections(app.server, { env, log: app.log })
  boundAnswers(app, { isBehindProxy: env.TRUST_PROXY !== undefined })
  app.setErrorHandler(answerWithError)
  app.setNotFoundHandler((request, reply) =>
    answerWithError(new ShopError('NOT_FOUND', 'There is nothing at this address.'), request, reply),
  )
  app.addHook('onResponse', logAnswers)
  timeWrites(app)
  return app
}

const errorHandler =
  (env: Environment) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = answeredError(thrown, request, reply)
    sendProblem(request, reply, problemOf(env, status, body))
  }
