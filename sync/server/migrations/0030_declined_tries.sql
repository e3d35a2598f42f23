CREATE TABLE "payment_declines" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"order" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_declines_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "close_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "started_from" text;--> statement-breakpoint
CREATE INDEX "payment_declines_order" ON "payment_declines" USING btree ("vendor","order");