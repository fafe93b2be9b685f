import path from 'node:path'
import type { Environment } from '../../env.ts'
import { folderStore } from './folder-store.ts'
import type { MediaStore } from './media-store.ts'
import { s3Store } from './s3-store.ts'

type Settings = Pick<
  Environment,
  'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'
>

/** The store that the environment configures. Throws an Error that names the missing S3_ variables. */
export function mediaStoreOf(env: Settings): MediaStore {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey } = env
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return s3Store({ endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION })
  }
  const needed = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKeyId,
    S3_SECRET_KEY: secretAccessKey,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length < Object.keys(needed).length) {
    throw new Error(`Pictures cannot go to S3 without ${missing.join(', ')}: .env.example explains all four.`)
  }
  return folderStore(mediaFolderOf(env))
}

/** Where pictures lie, as the owner knows it. */
export const mediaPlaceOf = (env: Settings): string =>
  keepsMediaInS3(env) ? `s3://${env.S3_BUCKET}/media` : mediaFolderOf(env)

const mediaFolderOf = ({ DATA_DIR }: Settings) => path.resolve(DATA_DIR, 'media')

/** Whether pictures are stored in S3 instead of a folder. */
export const keepsMediaInS3 = (env: Settings): boolean => env.S3_ENDPOINT !== undefined
