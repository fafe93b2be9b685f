import sharp from 'sharp'

const red = { r: 192, g: 32, b: 32 }
const blue = { r: 32, g: 32, b: 192 }

/** A landscape photo, red on its left and blue on its right. */
export const redAndBlue = (width = 64, height = 48) =>
  sharp({ create: { width: width / 2, height, channels: 3, background: red } }).extend({
    right: width / 2,
    background: blue,
  })

/** The same, 64x48, as an iPhone would store it; made with heif-enc, because sharp cannot write HEVC. */
export const heicPhoto = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHOAAEAAAAAAAAAPAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADVaXBycAAAALNpcGNvAAAAc2h2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACdCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprmwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAERtZGF0AAAAOCgBr1jm9Oq//+XCv/6NpIfHibJvyE2v9kFatzUsH47Mb9d84dToj5clilOpI99pFgokOIOguNh6',
  'base64',
)

/** One part or several as multipart/form-data. */
export function multipart(...parts: { name: string; bytes: Buffer; fileName?: string }[]) {
  const boundary = 'a-boundary-of-the-tests'
  const pieces = parts.flatMap(({ name, bytes, fileName = 'photo.jpg' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
