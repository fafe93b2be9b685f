import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/**
 * A picture that the administrator uploaded; its id names its folder in the media store. The row is written before the
 * files and deleted after them, so no file is without a row. Pictures that the shop drew itself have none.
 */
export const UploadedPictureSchema = defineEntity({
  name: 'UploadedPicture',
  tableName: 'uploaded_pictures',
  properties: {
    id: p.uuid().primary(),
    unusedSince: instantColumn().defaultRaw('now()').index('uploaded_pictures_unused_idx'),
    // Its files are about to be deleted, so no product may take it.
    isMarkedForDeletion: p.boolean().default(false),
  },
})
export class UploadedPicture extends UploadedPictureSchema.class {}
UploadedPictureSchema.setClass(UploadedPicture)
