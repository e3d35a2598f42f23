CREATE TABLE "carts" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"content" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE INDEX "carts_person" ON "carts" USING btree ("vendor","person");