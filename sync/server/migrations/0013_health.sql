CREATE TABLE "health_edits" (
	"vendor" text NOT NULL,
	"op_id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"device" text NOT NULL,
	"outcome" text NOT NULL,
	"change" text NOT NULL,
	"before" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "health_edits_vendor_op_id_pk" PRIMARY KEY("vendor","op_id")
);
--> statement-breakpoint
CREATE TABLE "health_records" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" uuid NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "health_records_vendor_person_kind_id_pk" PRIMARY KEY("vendor","person","kind","id")
);
--> statement-breakpoint
CREATE INDEX "health_edits_person" ON "health_edits" USING btree ("vendor","person");