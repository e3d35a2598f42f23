CREATE TABLE "saved_cards" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"person" uuid,
	"provider" text NOT NULL,
	"customer" text NOT NULL,
	"method" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_cards_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "keep_for" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_person" ON "saved_cards" USING btree ("vendor","person");