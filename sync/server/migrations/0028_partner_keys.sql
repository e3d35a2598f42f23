CREATE TABLE "partner_keys" (
	"vendor" text NOT NULL,
	"key_id" text NOT NULL,
	"partner" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "partner_keys_vendor_key_id_pk" PRIMARY KEY("vendor","key_id")
);
--> statement-breakpoint
ALTER TABLE "partner_references" ADD COLUMN "verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_references" DROP CONSTRAINT "partner_references_vendor_partner_external_id_pk";--> statement-breakpoint
ALTER TABLE "partner_references" ADD CONSTRAINT "partner_references_vendor_partner_external_id_verified_pk" PRIMARY KEY("vendor","partner","external_id","verified");
