import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/** The first of the encodings `offered` that the client likes best; undefined where it takes none of them. */
export const acceptedEncoding = <Encoding extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: Encoding[],
): Encoding | undefined => negotiate(String(headers['accept-encoding'] ?? ''), offered) ?? undefined
