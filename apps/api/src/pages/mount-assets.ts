import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountFiles } from './mount-files.ts'

/** A build has a few megabytes: those of the last months stay. */
const MOST_BYTES = 50_000_000

interface Assets {
  prefix: string
  /** The built files of this process. */
  own: string
  /** A folder that processes share, also those of another version. */
  shared: string
  mostBytes?: number
}

/**
 * Serves built files whose names change with their bytes, those of other versions too. While processes are updated in turn, a
 * page comes from one and its scripts are asked of another; a page that stays open asks for more of its own version later.
 * Each process puts its files beside those of the others before it listens, so the one before it finds them too.
 */
export async function mountAssets(app: FastifyInstance, { prefix, own, shared, mostBytes = MOST_BYTES }: Assets) {
  mkdirSync(shared, { recursive: true })
  // A full disk is no reason not to start: the shop serves its own files all the same.
  await share(own, shared, mostBytes).catch((err) => app.log.warn({ err }, 'the built files are not shared'))
  await mountFiles(app, { root: [own, shared], prefix, preCompressed: true, immutable: true, maxAge: '1y' })
}

/** Copies all, so that their times tell of the last start, and deletes those whose last start is the longest ago. */
async function share(own: string, shared: string, mostBytes: number): Promise<void> {
  const names = await readdir(own)
  for (const name of names) await copyWhole(path.join(own, name), path.join(shared, name))
  await thinOut(shared, mostBytes, new Set(names))
}

/** Nobody is served half a file. */
async function copyWhole(from: string, to: string): Promise<void> {
  const unfinished = path.join(path.dirname(to), `.${randomUUID()}`)
  try {
    await copyFile(from, unfinished)
    await rename(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function thinOut(shared: string, mostBytes: number, own: ReadonlySet<string>): Promise<void> {
  const names = await readdir(shared)
  const files = await Promise.all(
    names.map(async (name) => {
      // Another process that starts now may have renamed or deleted it.
      const { size, mtimeMs } = await stat(path.join(shared, name)).catch(() => ({ size: 0, mtimeMs: 0 }))
      return { name, size, usedMs: own.has(name) ? Number.POSITIVE_INFINITY : mtimeMs }
    }),
  )
  let bytes = 0
  for (const { name, size } of files.toSorted((a, b) => b.usedMs - a.usedMs)) {
    bytes += size
    if (bytes > mostBytes && !own.has(name)) await rm(path.join(shared, name), { force: true })
  }
}
